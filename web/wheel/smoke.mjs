// smoke.mjs PYODIDE_FOLDER WHEEL: use the wheel under Node with SDL's dummy drivers; exits with 0 if all is well.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, wheel] = process.argv.slice(2);

const CHECK = `
import pygame
import pygame.freetype

pygame.display.init()
pygame.font.init()
screen = pygame.display.set_mode((120, 80))
screen.fill((10, 20, 30))
pygame.draw.rect(screen, (200, 0, 0), (5, 5, 10, 10))
assert screen.get_at((6, 6))[:3] == (200, 0, 0), "draw"
assert screen.get_at((100, 70))[:3] == (10, 20, 30), "fill"

text = pygame.font.Font(None, 24).render("Hanse", True, (255, 255, 255))
assert text.get_width() > 30 and pygame.mask.from_surface(text).count() > 100, "font"

shade, lone = pygame.Surface((256, 1), pygame.SRCALPHA), pygame.Surface((256, 1))
for alpha in range(256):
    shade.set_at((alpha, 0), (255, 130, 7, alpha))
blended = lone.copy()
lone.blit(shade, (0, 0))
blended.blit(shade, (0, 0), special_flags=pygame.BLEND_ALPHA_SDL2)
assert pygame.image.tobytes(lone, "RGB") == pygame.image.tobytes(blended, "RGB"), "SDL does the blending"

pygame.image.save(screen, "/tmp/screen.png")
assert pygame.image.load("/tmp/screen.png").get_at((6, 6))[:3] == (200, 0, 0), "png"
drawing = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 2 2"><path fill="#00f" d="M0 0h2v2H0z"/></svg>'
with open("/tmp/drawing.svg", "w") as file:
    file.write(drawing)
assert pygame.image.load_sized_svg("/tmp/drawing.svg", (40, 40)).get_at((20, 20))[:3] == (0, 0, 255), "svg"

assert pygame.transform.smoothscale(screen, (33, 44)).get_size() == (33, 44), "smoothscale"
pygame.event.post(pygame.event.Event(pygame.USEREVENT, number=7))
assert [event.number for event in pygame.event.get(pygame.USEREVENT)] == [7], "event"
pygame.freetype.init()
assert pygame.freetype.Font(None, 20).get_rect("Hanse").width > 30, "freetype"
f"pygame-ce {pygame.ver}, SDL {'.'.join(map(str, pygame.get_sdl_version()))}"
`;

try {
  const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`).href);
  const drivers = { SDL_VIDEODRIVER: "dummy", PYGAME_HIDE_SUPPORT_PROMPT: "1" };
  const python = await loadPyodide({ indexURL: `${folder}/`, env: { HOME: "/home/pyodide", ...drivers } });
  // SDL looks for game pads. Node has none, and before version 21 no navigator either.
  globalThis.navigator ??= {};
  navigator.getGamepads ??= () => [];
  python.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel");
  console.log(python.runPython(CHECK));
  process.exit(0);
} catch (error) {
  console.error(String(error?.message ?? error).slice(-2000));
  process.exit(1);
}
