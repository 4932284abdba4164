// Fog that thickens with the distance and lies low over the ground.
cbuffer Fog : register(b0) {
    float3 fogColour;
    float density;
    float height;
};

Texture2D image : register(t1);
SamplerState imageSampler : register(s2);

float4 main(float2 uv : TEXCOORD0, float3 position : TEXCOORD1) : SV_Target {
    float4 colour = image.Sample(imageSampler, uv);
    float low = saturate(exp(-position.y / max(height, 0.01)));
    float seen = exp(-density * low * length(position));
    return float4(lerp(fogColour, colour.rgb, seen), colour.a);
}
