// Exports for tests of other packages.
export { answerSchemaOf } from './answer-schema.test-support.ts';
export { startTestGateway, type TestGateway } from './test-gateway.test-support.ts';
