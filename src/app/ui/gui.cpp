#include "app/ui/gui.h"

#include "app/render/painting.h"

#include <SDL.h>
#include <imgui.h>
// After painting.h, which says how Vulkan's own header is to be read.
#include <backends/imgui_impl_sdl.h>
#include <backends/imgui_impl_vulkan.h>

#include <cfloat>
#include <utility>

namespace huedrift::app {
namespace {

void check(VkResult result) {
    if (result < 0)
        throw Error(ErrorKind::device,
                    "the window cannot be drawn: " + vk::to_string(static_cast<vk::Result>(result)));
}

}

/// What must end in the reverse order of its making, whatever part of it fails.
struct Gui::Backend {
    struct ContextEnd {
        ContextEnd() { ImGui::CreateContext(); }
        ~ContextEnd() { ImGui::DestroyContext(); }
    } context;
    struct SdlEnd {
        explicit SdlEnd(SDL_Window* window) { ImGui_ImplSDL2_InitForVulkan(window); }
        ~SdlEnd() { ImGui_ImplSDL2_Shutdown(); }
    } sdl;

    explicit Backend(const Window& window) : sdl(window.sdl()) {}
};

struct Gui::Drawing::Native {
    vk::raii::DescriptorPool pool{nullptr};
    struct VulkanEnd {
        explicit VulkanEnd(Native& all) { ImGui_ImplVulkan_Init(&all.info, all.pass); }
        ~VulkanEnd() { ImGui_ImplVulkan_Shutdown(); }
    };
    ImGui_ImplVulkan_InitInfo info{};
    VkRenderPass pass;
    std::optional<VulkanEnd> vulkan{};
};

Gui::Drawing::Drawing(Gui& gui, const gpu::Context& context, const gpu::Device& device, Presenter& presenter)
    : gui_(gui), presenter_(presenter), native_(std::make_unique<Native>()) {
    const gpu::Device::Native& gpu = device.native();
    const PaintTarget target = presenter.target();
    native_->pass = static_cast<VkRenderPass>(target.pass);
    gpu::guarded("the window cannot be drawn", [&] {
        // One picture: the letters.
        const vk::DescriptorPoolSize size{.type = vk::DescriptorType::eCombinedImageSampler,
                                          .descriptorCount = 1};
        native_->pool =
            gpu.device.createDescriptorPool({.flags = vk::DescriptorPoolCreateFlagBits::eFreeDescriptorSet,
                                             .maxSets = 1,
                                             .poolSizeCount = 1,
                                             .pPoolSizes = &size});
    });
    ImGui_ImplVulkan_InitInfo& info = native_->info;
    info.Instance = static_cast<VkInstance>(*context.native().instance);
    info.PhysicalDevice = static_cast<VkPhysicalDevice>(*gpu.physical);
    info.Device = static_cast<VkDevice>(*gpu.device);
    info.QueueFamily = gpu.queue_family;
    info.Queue = static_cast<VkQueue>(*gpu.queue);
    info.PipelineCache = static_cast<VkPipelineCache>(*gpu.pipeline_cache);
    info.DescriptorPool = static_cast<VkDescriptorPool>(*native_->pool);
    info.MinImageCount = info.ImageCount = target.images;
    info.MSAASamples = VK_SAMPLE_COUNT_1_BIT;
    info.CheckVkResultFn = check;
    upload_fonts();
    gui.drawing_ = this;
}

Gui::Drawing::~Drawing() { gui_.drawing_ = nullptr; }

void Gui::Drawing::upload_fonts() {
    // The backend would forget the old picture of the letters without freeing it: only its end does that.
    presenter_.wait();
    native_->vulkan.reset();
    native_->vulkan.emplace(*native_);
    presenter_.run([](Painting& painting) {
        ImGui_ImplVulkan_CreateFontsTexture(static_cast<VkCommandBuffer>(*painting.commands));
    });
    ImGui_ImplVulkan_DestroyFontUploadObjects();
}

Gui::Gui(Window& window) : window_(window), backend_(std::make_unique<Backend>(window)) {
    ImGuiIO& io = ImGui::GetIO();
    io.IniFilename = nullptr; // nothing is written into the folder that the user works in
    io.LogFilename = nullptr;
    // A cursor that blinks would keep an idle window drawing.
    io.ConfigInputTextCursorBlink = false;
    io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
    io.ConfigWindowsMoveFromTitleBarOnly = true;
    set_appearance(Brightness::dark, 1);
}

Gui::~Gui() = default;

void Gui::set_appearance(Brightness brightness, float scale) {
    const float pixel_ratio = window_.pixel_ratio();
    const bool resized = scale != scale_ || pixel_ratio != pixel_ratio_;
    if (!resized && brightness == brightness_) return;
    brightness_ = brightness;
    scale_ = scale;
    pixel_ratio_ = pixel_ratio;
    apply(theme(), scale);
    if (resized) load_fonts(pixel_ratio);
}

void Gui::load_fonts(float pixel_ratio) {
    fonts_ = app::load_fonts(scale_, pixel_ratio);
    if (drawing_) drawing_->upload_fonts();
}

bool Gui::handle(const SDL_Event& event) {
    // The backend takes every event for a whole notch, which a touchpad's are not.
    if (event.type == SDL_MOUSEWHEEL) {
        wheel_[0] += event.wheel.preciseX;
        wheel_[1] += event.wheel.preciseY;
        return false;
    }
    // Tab has another meaning in this window than to go into its first field, where all other keys would be
    // text.
    const bool is_tab = event.type == SDL_KEYDOWN && event.key.keysym.sym == SDLK_TAB;
    if (is_tab && !ImGui::GetIO().WantTextInput && !ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopup))
        return true;
    ImGui_ImplSDL2_ProcessEvent(&event);
    const auto button = [](Uint8 number) {
        return number == SDL_BUTTON_LEFT     ? 0
               : number == SDL_BUTTON_RIGHT  ? 1
               : number == SDL_BUTTON_MIDDLE ? 2
                                             : -1;
    };
    switch (event.type) {
    case SDL_MOUSEMOTION:
        pointer_ = {static_cast<float>(event.motion.x), static_cast<float>(event.motion.y)};
        return false;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
        pointer_ = {static_cast<float>(event.button.x), static_cast<float>(event.button.y)};
        if (const int which = button(event.button.button); which >= 0)
            buttons_[which] = event.type == SDL_MOUSEBUTTONDOWN;
        return true;
    case SDL_WINDOWEVENT:
        if (event.window.event == SDL_WINDOWEVENT_LEAVE && !(buttons_[0] || buttons_[1] || buttons_[2]))
            pointer_.reset();
        if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST)
            for (bool& pressed : buttons_) pressed = false;
        return false;
    case SDL_KEYDOWN:
    case SDL_KEYUP:
    case SDL_TEXTINPUT:
        return true;
    default:
        return false;
    }
}

void Gui::begin_frame() {
    ImGui_ImplVulkan_NewFrame();
    ImGui_ImplSDL2_NewFrame();
    // The backend asks the desktop where the pointer is now; the events say where it was when it was pressed.
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = pointer_ ? ImVec2((*pointer_)[0], (*pointer_)[1]) : ImVec2(-FLT_MAX, -FLT_MAX);
    for (int i = 0; i < 3; ++i) io.MouseDown[i] = buttons_[i];
    io.MouseWheelH = std::exchange(wheel_[0], 0.0f);
    io.MouseWheel = std::exchange(wheel_[1], 0.0f);
    ImGui::NewFrame();
}

void Gui::end_frame() { ImGui::Render(); }

void Gui::draw(const Painting& painting) {
    ImGui_ImplVulkan_RenderDrawData(ImGui::GetDrawData(), static_cast<VkCommandBuffer>(*painting.commands));
}

}
