// The build makes this module from the table of stages, defs/glsl/stages.yaml.
declare module 'jacquard-stages' {
    const stages: { stage: string; ending: string }[];
    export default stages;
}
