// Brocade, thread by thread: gold warp over blue weft, and a card that says which one is seen.
//     jacquard draw examples/cloth.frag -o cloth.png

const float PI = 3.14159265;

// The card: whether the warp lies on top where two threads cross. Lozenges, and twill between.
bool warp_is_on_top(vec2 crossing) {
    vec2 place = abs(mod(crossing, 20.0) - 10.0);
    float ring = place.x + place.y;
    if (ring < 2.5 || (ring > 5.5 && ring < 8.5)) return true;
    if (ring < 5.5 || ring < 11.5) return false;
    return mod(crossing.x + crossing.y, 4.0) < 1.5;
}

float fold(vec2 place) {
    return 0.8 * sin(0.21 * place.x + 0.35 * sin(0.16 * place.y + iTime) - 0.4);
}

// How high a round thread that runs along y rises: over its neighbours, or under them.
float thread(vec2 place, bool is_on_top) {
    float across = fract(place.x) - 0.5;
    float swell = 0.2 + 0.2 * cos(2.0 * PI * (fract(place.y) - 0.5));
    return (is_on_top ? swell : -swell) + sqrt(max(0.24 - across * across, 0.0));
}

// The height of the cloth, and whether it is the warp that is seen.
float cloth(vec2 place, out bool is_warp) {
    bool on_top = warp_is_on_top(floor(place));
    float warp = thread(place, on_top);
    float weft = thread(place.yx, !on_top);
    is_warp = warp > weft;
    return max(warp, weft) + fold(place);
}

float height(vec2 place) {
    bool ignored;
    return cloth(place, ignored);
}

void mainImage(out vec4 colour, in vec2 position) {
    vec2 screen = (2.0 * position - iResolution.xy) / iResolution.y;
    // The eye looks down at a slant, and follows the ray until it meets the cloth.
    vec3 way = normalize(vec3(screen.x, screen.y + 0.8, -1.7));
    vec3 at = vec3(10.0, 2.0, 17.0) + way * ((1.8 - 17.0) / way.z);
    for (int i = 0; i < 60; ++i) {
        float above = at.z - height(at.xy);
        if (above < 0.004) break;
        at += way * above * 0.4;
    }
    const vec2 near = vec2(0.04, 0.0);
    vec3 normal = normalize(vec3(height(at.xy - near) - height(at.xy + near),
                                 height(at.xy - near.yx) - height(at.xy + near.yx), 2.0 * near.x));
    vec3 light = normalize(vec3(-0.55, 0.35, 0.65));
    float lit = max(dot(normal, light), 0.0);
    float gleam = pow(max(dot(reflect(way, normal), light), 0.0), 16.0);
    bool is_warp;
    cloth(at.xy, is_warp);
    vec3 dye = is_warp ? vec3(0.83, 0.56, 0.16) : vec3(0.06, 0.13, 0.36);
    float hollow = smoothstep(-0.25, 0.75, at.z - fold(at.xy));
    vec3 shade = dye * hollow * (0.18 + 1.1 * lit) + gleam * (is_warp ? 0.35 : 0.15);
    shade *= 1.0 - 0.12 * dot(screen, screen);
    colour = vec4(sqrt(max(shade, 0.0)), 1.0);
}
