#include "session/history.h"

#include <gtest/gtest.h>

namespace huedrift {
namespace {

Wanted radius(double radius) { return {.recipe = {.shift = {.radius = radius}}}; }

TEST(History, GoesBackAndForth) {
    History history(radius(0.1));
    EXPECT_FALSE(history.can_undo());
    history.record(radius(0.2), Gesture::complete);
    history.record(radius(0.3), Gesture::complete);
    history.undo();
    EXPECT_EQ(history.current().recipe.shift.radius, 0.2);
    history.undo();
    EXPECT_EQ(history.current().recipe.shift.radius, 0.1);
    EXPECT_FALSE(history.can_undo());
    history.undo();
    history.redo();
    history.redo();
    EXPECT_EQ(history.current().recipe.shift.radius, 0.3);
    EXPECT_FALSE(history.can_redo());
}

TEST(History, ADragIsOneStep) {
    History history(radius(0.1));
    for (int i = 0; i < 50; ++i) history.record(radius(0.2 + 0.01 * i), Gesture::ongoing);
    history.record(radius(0.9), Gesture::complete);
    history.record(radius(1.0), Gesture::complete);
    history.undo();
    EXPECT_EQ(history.current().recipe.shift.radius, 0.9);
    history.undo();
    EXPECT_EQ(history.current().recipe.shift.radius, 0.1);
}

TEST(History, ADragThatReturnsIsNoStep) {
    History history(radius(0.1));
    history.record(radius(0.2), Gesture::ongoing);
    history.record(radius(0.1), Gesture::complete);
    EXPECT_FALSE(history.can_undo());
    EXPECT_EQ(history.current().recipe.shift.radius, 0.1);
}

TEST(History, AReleaseWithoutADragIsNoStep) {
    History history(radius(0.1));
    history.record(radius(0.1), Gesture::ongoing);
    history.record(radius(0.1), Gesture::complete);
    EXPECT_FALSE(history.can_undo());
}

TEST(History, AChangeAfterUndoForgetsWhatWasUndone) {
    History history(radius(0.1));
    history.record(radius(0.2), Gesture::complete);
    history.undo();
    history.record(radius(0.4), Gesture::complete);
    EXPECT_FALSE(history.can_redo());
    history.undo();
    EXPECT_EQ(history.current().recipe.shift.radius, 0.1);
}

TEST(History, UndoEndsAGesture) {
    History history(radius(0.1));
    history.record(radius(0.2), Gesture::ongoing);
    history.undo();
    history.record(radius(0.3), Gesture::ongoing);
    EXPECT_EQ(history.current().recipe.shift.radius, 0.3);
    history.undo();
    EXPECT_EQ(history.current().recipe.shift.radius, 0.1);
}

TEST(History, ForgetsTheOldestSteps) {
    History history(radius(1));
    for (int i = 1; i <= 5000; ++i) history.record(radius(1.0 / i), Gesture::complete);
    int steps = 0;
    for (; history.can_undo(); ++steps) history.undo();
    EXPECT_EQ(steps, 999);
    EXPECT_EQ(history.current().recipe.shift.radius, 1.0 / 4001);
}

}
}
