import * as z from 'zod';
import type { EvaluatedClause, FunctionOutcome } from '../jql/app-functions';
import type { FunctionRunner } from './function-runner';
import { backendPayloadOf, installation, asInvocationError, InvocationError } from './invocation';
import type { Manifest } from './manifest';
import { findConsumer, findUnattendedModule } from './modules';
import type { UnattendedModule } from './modules';
import type { AsyncEvent } from './event-queue';
import { readDelivery } from './retries';
import type { Delivery } from './retries';
import { earliestOf } from './background';
import type { Due, DueSource } from './background';
import type { Timers } from './clock';

/** @see https://developer.atlassian.com/cloud/jira/platform/jql-functions/ */
interface JqlFunctionPayload {
  /** The id that the precomputation gets if there is one. */
  precomputationId: string;
  clause: EvaluatedClause;
}

/** @see https://developer.atlassian.com/platform/forge/events-reference/jira/ */
export interface ProductEvent {
  eventType: string;
}

const jqlFunctionReply = z.union([
  z.strictObject({ jql: z.string() }),
  z.strictObject({ error: z.string(), storeErrorAsPrecomputation: z.boolean().optional() }),
]);

interface UnattendedFunctionsOptions {
  manifest: Manifest;
  runner: FunctionRunner;
  /** Told about each failure, because nobody waits for the result. */
  onFailure: (functionKey: string, message: string) => void;
}

/** The functions that the platform itself calls: no person is there, and `asUser` fails. */
export class UnattendedFunctions {
  constructor(private readonly options: UnattendedFunctionsOptions) {}

  /**
   * Returns what the JQL function that the clause names answers; `threw` stands for every other end,
   * and for an answer that is none.
   * @param personId of who searches; absent if the function is told of nobody
   * @throws {InvocationError} if the manifest has no such JQL function
   */
  async callJqlFunction(payload: JqlFunctionPayload, personId?: string): Promise<FunctionOutcome> {
    const { functionName } = payload.clause;
    const declared = this.options.manifest.modules['jira:jqlFunction'];
    const key = declared.find(({ name }) => name === functionName)?.key ?? functionName;
    const module = this.#getModule(key, ['jira:jqlFunction']);
    try {
      const reply = jqlFunctionReply.safeParse(await this.#run(module, payload, { personId }));
      if (reply.success) return reply.data;
      this.options.onFailure(module.functionKey, z.prettifyError(reply.error));
    } catch (error) {
      this.#report(module, error);
    }
    return 'threw';
  }

  /**
   * Runs the function of a schedule, or of the app's uninstallation; its value counts for nothing.
   * @throws {InvocationError} if the manifest has no such module, or the function fails
   */
  async runTrigger(moduleKey: string): Promise<void> {
    const module = this.#getModule(moduleKey, ['scheduledTrigger', 'preUninstall']);
    const { cloudId } = installation;
    await this.#run(module, { context: { cloudId, moduleKey }, contextToken: 'sandbox' });
  }

  /** As {@link runTrigger}, for a schedule: a failure is only logged. */
  async runSchedule(moduleKey: string): Promise<void> {
    const module = this.#getModule(moduleKey, ['scheduledTrigger']);
    await this.runTrigger(moduleKey).catch((error: unknown) => this.#report(module, error));
  }

  /** Returns what tells each trigger of the app about an event in the product. */
  deliveriesOf({ eventType, ...facts }: ProductEvent): (() => Promise<Delivery>)[] {
    const event = { eventType, selfGenerated: false, ...facts };
    return this.options.manifest.modules.trigger
      .filter(({ events }) => events.some((one) => one === eventType))
      .map(({ key }) => {
        const module = this.#getModule(key, ['trigger']);
        return () => this.#deliver(module, event);
      });
  }

  /** A trigger gets the event again if it asks for that or takes too long, not if it throws. */
  async #deliver(module: UnattendedModule, event: unknown): Promise<Delivery> {
    try {
      return readDelivery(await this.#run(module, event));
    } catch (error) {
      const { code } = this.#report(module, error);
      return { ok: code !== 'FUNCTION_TIMED_OUT' };
    }
  }

  async consume(event: AsyncEvent, chainId: string): Promise<Delivery> {
    const module = findConsumer(this.options.manifest, event.queueName);
    if (!module) return { ok: false };
    try {
      return readDelivery(await this.#run(module, event, { chainId }));
    } catch (error) {
      this.#report(module, error);
      return { ok: false };
    }
  }

  #run(
    module: UnattendedModule,
    payload: unknown,
    { chainId, personId }: { chainId?: string; personId?: string | undefined } = {},
  ): Promise<unknown> {
    const { functionKey } = module;
    const context = backendPayloadOf(personId);
    return this.options.runner.run({
      ...{ module, functionKey, payload, context },
      ...(chainId !== undefined && { chainId }),
    });
  }

  #getModule(key: string, types: readonly UnattendedModule['type'][]): UnattendedModule {
    const module = findUnattendedModule(this.options.manifest, key);
    if (module && types.includes(module.type)) return module;
    const message = `The app has no ${types.join(' or ')} "${key}".`;
    throw new InvocationError('MODULE_NOT_FOUND', message);
  }

  #report({ functionKey }: UnattendedModule, error: unknown): InvocationError {
    const known = asInvocationError(error);
    this.options.onFailure(functionKey, known.message);
    return known;
  }
}

const maximumDelayMs = 3 * 60_000;
const maximumRetries = 4;

interface WaitingEvent {
  at: number;
  /** Never rejects. */
  deliver: () => Promise<Delivery>;
  retries: number;
}

/**
 * Tells the app's triggers what happened in the product: at once, each event after the one before,
 * and up to four times again if a trigger asks for that.
 * @see https://developer.atlassian.com/platform/forge/events-reference/product-events/
 */
export class ProductEvents implements DueSource {
  /** Three minutes late, as the platform may be. */
  comeLateAndTwice = false;
  #waiting: WaitingEvent[] = [];

  constructor(private readonly timers: Timers) {}

  add(deliver: () => Promise<Delivery>): void {
    const delayMs = this.comeLateAndTwice ? maximumDelayMs : 0;
    const event = { at: this.timers.now().getTime() + delayMs, deliver, retries: 0 };
    this.#waiting.push(event);
    if (this.comeLateAndTwice) this.#waiting.push({ ...event });
  }

  clear(): void {
    this.#waiting = [];
  }

  peek(): Due | undefined {
    return earliestOf(
      this.#waiting.map((event) => ({ at: event.at, run: () => this.#run(event) })),
    );
  }

  async #run(event: WaitingEvent): Promise<void> {
    const { deliver, retries } = event;
    this.#waiting = this.#waiting.filter((waiting) => waiting !== event);
    const delivery = await deliver();
    if (delivery.ok || retries === maximumRetries) return;
    const waitSeconds = delivery.retryAfterSeconds ?? 2 ** retries;
    const at = this.timers.now().getTime() + waitSeconds * 1000;
    this.#waiting.push({ at, deliver, retries: retries + 1 });
  }
}
