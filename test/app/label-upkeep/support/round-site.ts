import { createLabelRound, roundEvent } from '../../../../src/app/label-upkeep/label-round';
import { createRoundWorker } from '../../../../src/app/label-upkeep/round-worker';
import { dayMs } from '../../refresh/support/memory-site';
import { UpkeepSite } from './upkeep-site';

/** A site whose labels are refreshed every day. */
export class RoundSite extends UpkeepSite {
  readonly round = createLabelRound(this.parts);
  readonly workAtRound = createRoundWorker(this.parts);
  /** How many work items were read and written on each day, by the port of Jira. */
  readonly taken: { reads: number; writes: number }[] = [];

  constructor() {
    super();
    const searchIssues = this.jira.searchIssues.bind(this.jira);
    const writeFieldValues = this.jira.writeFieldValues.bind(this.jira);
    this.jira.searchIssues = async (...asked) => {
      const page = await searchIssues(...asked);
      const today = this.taken.at(-1);
      if (today) today.reads += page.issues.length;
      return page;
    };
    this.jira.writeFieldValues = async (fieldId, updates) => {
      await writeFieldValues(fieldId, updates);
      const today = this.taken.at(-1);
      if (today) today.writes += updates.length;
    };
  }

  /** The objects of these work items are all called the same. */
  fill(count: number, stored = 'Old', label = 'New'): void {
    for (let index = 0; index < count; index += 1) {
      this.hold([[index % 50, stored]]);
      this.label(index % 50, label);
    }
  }

  /** What the schedule does, then everything that follows until the next day. */
  async day(): Promise<void> {
    const tomorrow = this.clock.now + dayMs;
    this.taken.push({ reads: 0, writes: 0 });
    await this.round.request();
    await this.drainRound(tomorrow - 1);
    this.clock.now = Math.max(this.clock.now, tomorrow);
  }

  async drainRound(untilMs = Infinity): Promise<void> {
    await this.queue.drain((body) => this.workAtRound(roundEvent.parse(body)), untilMs);
  }

  /** How many of the stored labels are these. */
  countStored(label: string): number {
    return this.stored().filter(([first]) => first === label).length;
  }

  async findRun() {
    const { run } = await this.round.find();
    return run;
  }
}
