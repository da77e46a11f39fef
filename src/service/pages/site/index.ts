export { answerEmbedding } from './answer-embedding';
export { answerAssets } from './assets';
export { answerSitePage } from './answer-site-page';
