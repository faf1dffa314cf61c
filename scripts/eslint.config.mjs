import { globalIgnores } from 'eslint/config';

// n8n's rules are for what the package ships. eslint.own.mjs checks this folder.
export default [globalIgnores(['**'])];
