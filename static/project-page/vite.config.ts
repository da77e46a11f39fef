import { defineConfig } from 'vite';

export default defineConfig({
  root: import.meta.dirname,
  base: './',
  define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}', global: 'globalThis' },
  build: {
    outDir: 'build',
    emptyOutDir: true,
    target: 'es2022',
    // The platform's policy lets a page load no script that stands in the page itself.
    modulePreload: { polyfill: false },
  },
});
