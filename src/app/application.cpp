#include "app/application.h"

#include "app/painting.h"
#include "app/status_bar.h"
#include "app/toolbar.h"
#include "engines/engine_list.h"

#include <SDL.h>
#include <imgui.h>

namespace huedrift::app {
namespace {

// Dear ImGui learns the size of what it lays out by drawing it once.
constexpr int frames_per_event = 3;

std::shared_ptr<VulkanDevices> open_devices(const Window& window, bool validation) {
    auto devices = std::make_shared<VulkanDevices>(
        vulkan::ContextOptions{.validation = validation, .extensions = window.vulkan_extensions()});
    if (!devices->reason().empty()) throw Error(ErrorKind::device, devices->reason());
    return devices;
}

std::shared_ptr<vulkan::Device> open_device(VulkanDevices& devices, const Window& window) {
    return devices.open(choose_window_device(devices.context(), window), {VK_KHR_SWAPCHAIN_EXTENSION_NAME});
}

}

Application::Application(const Launch& launch)
    : window_(launch.place), devices_(open_devices(window_, launch.validation)),
      device_(open_device(*devices_, window_)), presenter_(devices_->context(), *device_, window_),
      gui_(window_, devices_->context(), *device_, presenter_), canvas_(*device_, presenter_.target()),
      brightness_(launch.brightness), scale_(launch.scale), darkroom_(*device_, [this] { window_.wake(); }),
      session_(engine_entries(devices_), [this] { window_.wake(); }) {
    if (!launch.files.empty()) session_.open(launch.files);
    window_.show();
    frames_wanted_ = frames_per_event;
}

Application::~Application() = default;

void Application::run() {
    while (turn(std::nullopt)) {
    }
}

bool Application::turn(std::optional<std::chrono::milliseconds> patience) {
    if (frames_wanted_ > 0) patience = std::chrono::milliseconds(0);
    SDL_Event event;
    while (window_.wait(event, patience)) {
        frames_wanted_ = frames_per_event;
        const bool draw_first = gui_.handle(event);
        handle(event);
        if (draw_first) break;
        patience = std::chrono::milliseconds(0);
    }
    if (session_.poll()) frames_wanted_ = frames_per_event;
    if (darkroom_.deliver()) frames_wanted_ = frames_per_event;
    if (!closing_ && frames_wanted_ > 0) {
        --frames_wanted_;
        draw(nullptr);
    }
    return !closing_;
}

void Application::handle(const SDL_Event& event) {
    switch (event.type) {
    case SDL_QUIT:
        closing_ = true;
        break;
    case SDL_WINDOWEVENT:
        if (event.window.event == SDL_WINDOWEVENT_CLOSE) closing_ = true;
        break;
    case SDL_DROPBEGIN:
        dropped_.clear();
        break;
    case SDL_DROPFILE:
        dropped_.emplace_back(event.drop.file);
        SDL_free(event.drop.file);
        break;
    case SDL_DROPCOMPLETE:
        if (!dropped_.empty()) session_.open(dropped_);
        dropped_.clear();
        break;
    default:
        break;
    }
}

Image Application::capture() {
    Image image;
    // A few attempts: the desktop may have taken the images away.
    for (int attempt = 0; attempt < 100 && image.pixels().empty(); ++attempt) draw(&image);
    if (image.pixels().empty()) throw Error(ErrorKind::device, "the window cannot be drawn");
    return image;
}

bool Application::settled() {
    const View view = session_.view();
    const Prints& prints = darkroom_.prints();
    const bool computed = view.activity == Activity::idle || view.activity == Activity::curve;
    return computed && view.opening.empty() && !darkroom_.busy() && prints.document == view.document &&
           prints.palette.outcome == view.palette && prints.frequency.outcome == view.frequency;
}

void Application::draw(Image* capture) {
    gui_.set_appearance(brightness_, scale_);
    const Extent extent = presenter_.prepare();
    in_flight_ = {};
    if (extent.empty()) return;
    const View view = session_.view();
    darkroom_.develop(view.document, view.palette, view.frequency);
    in_flight_ = darkroom_.prints();
    gui_.begin_frame();
    draw_panels(view);
    gui_.end_frame();
    const bool shown = presenter_.draw(
        channels(gui_.theme().canvas),
        [&](Painting& painting) {
            canvas_.paint(painting, gui_);
            gui_.draw(painting);
        },
        capture);
    if (shown)
        ++frames_;
    else
        frames_wanted_ = frames_per_event;
}

void Application::draw_panels(const View& view) {
    const ImVec2 whole = ImGui::GetIO().DisplaySize;
    const float panel = 348 * scale_, status = status_bar_height(gui_), tools = toolbar_height(gui_);
    draw_toolbar(view, look_, canvas_, gui_, {0, 0, whole.x - panel, tools});
    canvas_.draw(view, in_flight_, look_, gui_, {0, tools, whole.x - panel, whole.y - status - tools});
    draw_status_bar(view, device_->facts().name, gui_, {0, whole.y - status, whole.x, status});

    ImGui::SetNextWindowPos({whole.x - panel, 0});
    ImGui::SetNextWindowSize({panel, whole.y - status});
    ImGui::Begin("panel", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                     ImGuiWindowFlags_NoBringToFrontOnFocus);
    drift_panel_.draw(view, session_, gui_);
    ImGui::Separator();
    analysis_panel_.draw(view, session_, look_, gui_);
    ImGui::End();
}

}
