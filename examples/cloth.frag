// A piece of cloth, thread by thread, as it comes from the loom: the pattern is a card.
// `jacquard draw examples/cloth.frag -o cloth.png` makes a picture of it.

// The card: whether the warp lies on top where two threads cross. Lozenges of twill whose
// diagonals run against each other.
bool warp_is_on_top(vec2 crossing) {
    vec2 place = mod(crossing, 16.0) - 7.5;
    float ring = floor((abs(place.x) + abs(place.y)) / 4.0);
    float slope = mod(ring, 2.0) < 0.5 ? place.x + place.y : place.x - place.y;
    return mod(slope + ring, 4.0) < (mod(ring, 2.0) < 0.5 ? 1.5 : 2.5);
}

// The surface of a thread that runs along y: how high it is, negative beside it.
float thread(vec2 place, bool is_on_top) {
    float across = fract(place.x) - 0.5;
    float along = cos(6.2832 * (fract(place.y) - 0.5));
    float swell = is_on_top ? 0.5 + 0.5 * along : -0.5 - 0.5 * along;
    return 0.32 * swell + sqrt(max(0.2 - across * across, 0.0)) - 0.2;
}

// The height of the cloth, and in y 1 where it is the warp that is seen.
vec2 cloth(vec2 place) {
    bool is_warp = warp_is_on_top(floor(place));
    float warp = thread(place, is_warp);
    float weft = thread(place.yx, !is_warp);
    float fold = 0.9 * sin(0.17 * place.x + 0.5 * sin(0.11 * place.y + iTime));
    return vec2(max(warp, weft) + fold, step(weft, warp));
}

vec3 normal_at(vec2 place) {
    vec2 step = vec2(0.03, 0.0);
    float here = cloth(place).x;
    return normalize(vec3(here - cloth(place + step).x, here - cloth(place + step.yx).x, 0.05));
}

void mainImage(out vec4 colour, in vec2 position) {
    vec2 screen = (2.0 * position - iResolution.xy) / iResolution.y;
    // The eye looks down on the cloth at a slant, and goes along the ray until it is below it.
    vec3 way = normalize(vec3(screen.x, screen.y + 0.35, -1.6));
    vec3 at = vec3(0.0, -9.0, 24.0) + way * ((2.5 - 24.0) / way.z);
    for (int i = 0; i < 48; ++i) {
        float above = at.z - cloth(at.xy).x;
        if (above < 0.01) break;
        at += way * above * 0.45;
    }
    vec3 normal = normal_at(at.xy);
    vec3 light = normalize(vec3(-0.5, 0.35, 0.7));
    float lit = max(dot(normal, light), 0.0);
    float gleam = pow(max(dot(reflect(-light, normal), -way), 0.0), 24.0);
    // Threads are twisted from fibres.
    bool is_warp = cloth(at.xy).y > 0.5;
    vec2 along = is_warp ? at.xy : at.yx;
    float fibre = 0.9 + 0.1 * sin(40.0 * (along.x + 0.35 * along.y));
    vec3 dye = is_warp ? vec3(0.80, 0.58, 0.22) : vec3(0.10, 0.16, 0.38);
    float hollow = smoothstep(-0.7, 0.35, at.z - 0.9 * sin(0.17 * at.x + 0.5 * sin(0.11 * at.y + iTime)));
    vec3 shade = dye * fibre * hollow * (0.25 + 0.9 * lit) + gleam * (is_warp ? 0.35 : 0.12);
    shade *= 1.0 - 0.18 * dot(screen, screen);
    colour = vec4(pow(shade, vec3(1.0 / 1.6)), 1.0);
}
