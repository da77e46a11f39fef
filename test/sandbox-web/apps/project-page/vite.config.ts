import { defineConfig } from 'vite';

export default defineConfig({
  define: { 'process.env.NODE_ENV': '"production"', 'process.env': '{}' },
  build: { modulePreload: false },
});
