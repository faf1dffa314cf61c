// n8n's rules are for what ships. Ours are in eslint.project.mjs.
export default [{ ignores: ['**/*'] }];
