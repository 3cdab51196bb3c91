#include "app/ui/camera.h"

#include <gtest/gtest.h>

#include <cmath>

namespace huedrift::app {
namespace {

Camera camera(Extent picture, Extent pane) {
    Camera camera;
    camera.set_pane(pane);
    camera.set_picture(picture);
    return camera;
}

TEST(Camera, FitsPicturesExactly) {
    EXPECT_DOUBLE_EQ(camera({4000, 1000}, {1000, 800}).zoom(), 0.25);
    EXPECT_DOUBLE_EQ(camera({100, 100}, {390, 500}).zoom(), 3.9);
    EXPECT_EQ(camera({100, 100}, {390, 500}).corner(), (Point{0, 55}));
    EXPECT_EQ(camera({1, 1}, {1000, 1000}).zoom(), Camera::largest_zoom);
}

TEST(Camera, AFittedPictureStaysFitted) {
    Camera it = camera({4000, 1000}, {1000, 800});
    it.set_pane({500, 800});
    EXPECT_DOUBLE_EQ(it.zoom(), 0.125);
    it.zoom_to(1, it.middle());
    it.set_pane({700, 700});
    EXPECT_EQ(it.zoom(), 1);
}

TEST(Camera, ZoomingKeepsWhatIsUnderThePointer) {
    Camera it = camera({4000, 3000}, {1000, 800});
    const Point pointer{700, 300};
    for (const double steps : {3.0, 9.0, 30.0, 4.0, -6.0}) {
        const Point before = it.picture_at(pointer);
        it.zoom_by(steps, pointer);
        const Point after = it.picture_at(pointer);
        EXPECT_LE(std::abs(before.x - after.x) * it.zoom(), 1) << it.zoom();
        EXPECT_LE(std::abs(before.y - after.y) * it.zoom(), 1) << it.zoom();
    }
}

TEST(Camera, StepsMeetWholeFactorsAboveOneAndNeverJumpOverOne) {
    Camera it = camera({4000, 3000}, {1000, 800});
    double last = it.zoom();
    bool met_one = false;
    for (int i = 0; i < 100; ++i) {
        it.zoom_by(1, it.middle());
        EXPECT_FALSE(last < 1 && it.zoom() > 1);
        EXPECT_TRUE(it.zoom() < 1 || it.zoom() == std::floor(it.zoom()));
        EXPECT_TRUE(it.zoom() > last || last == Camera::largest_zoom);
        met_one |= it.zoom() == 1;
        last = it.zoom();
    }
    EXPECT_TRUE(met_one);
    EXPECT_EQ(it.zoom(), Camera::largest_zoom);
    met_one = false;
    for (int i = 0; i < 200; ++i) {
        it.zoom_by(-1, it.middle());
        met_one |= it.zoom() == 1;
        EXPECT_FALSE(last > 1 && it.zoom() < 1);
        last = it.zoom();
    }
    EXPECT_TRUE(met_one);
    EXPECT_LT(it.zoom(), 0.25);
}

TEST(Camera, ThePictureStaysInSight) {
    Camera it = camera({4000, 3000}, {1000, 800});
    it.zoom_to(2, it.middle());
    it.pan({1e6, -1e6});
    const Point corner = it.picture_at(it.middle());
    EXPECT_NEAR(corner.x, 0, 0.5);
    EXPECT_NEAR(corner.y, 3000, 0.5);
    it.zoom_to(0.1, it.middle());
    EXPECT_NEAR(it.picture_at(it.middle()).x, 2000, 10) << "smaller than its pane, it stays in the middle";
}

}
}
