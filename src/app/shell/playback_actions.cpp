#include "app/shell/playback_actions.h"

#include <SDL_keycode.h>

namespace huedrift::app {
std::vector<Action> playback_actions(const Controls& c) {
    const auto has_frames = [c] { return c.state.played().frames() > 1; };
    return {
        {"Animation",
         "Play",
         "Play the animation or the drift of the cloud, or stop it",
         {plain(SDLK_k)},
         [c] {
             Playback& playback = c.state.played();
             playback.is_playing() ? playback.pause() : playback.play();
         },
         has_frames,
         [c] { return c.state.played().is_playing(); }},
        {"Animation",
         "Next Frame",
         "The next frame of the animation, or farther in the drift of the cloud",
         {plain(SDLK_l)},
         [c] { c.state.step_played(1); },
         has_frames,
         {},
         true},
        {"Animation", "Previous Frame", "", {plain(SDLK_j)}, [c] { c.state.step_played(-1); }, has_frames},
        {"Animation", "First Frame", "", {plain(SDLK_HOME)}, [c] { c.state.played().show(0); }, has_frames},
        {"Animation",
         "Save Cloud\u2026",
         "A picture of the cloud as it is seen, or as APNG its whole drift",
         {},
         [c] { c.cloud_saver.open(c.session.snapshot().document->path.word()); },
         [c] { return c.canvas.cloud() && c.canvas.cloud()->cloud().drift; },
         {},
         true},
    };
}

}
