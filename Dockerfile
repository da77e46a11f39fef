# The service alone: docs/containers.md says how to run it.
FROM node:22.20.0-bookworm-slim AS build
WORKDIR /build
COPY package.json package-lock.json .npmrc ./
COPY vendor vendor
RUN npm ci
COPY . .
RUN npm run build:service
WORKDIR /build/dist/service
RUN npm ci --omit=dev --ignore-scripts

FROM node:22.20.0-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
WORKDIR /service
COPY --from=build /build/dist/service ./
RUN install --directory --owner=node --group=node /data
USER node
VOLUME /data
EXPOSE 8081
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 8081) + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "service.mjs"]
