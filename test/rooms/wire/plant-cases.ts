import { plantFiles, type Files } from "./sample-catalog.ts";

const url = "https://plants.test/families/rosaceae";

/** Recorded cases of the sample action. */
export const goodCase = {
  format: 1,
  action_id: "plants.list_plants",
  kind: "good",
  title: "two plants of a family",
  params: { family: "rosaceae" },
  exchanges: [
    {
      request: { url },
      answer: {
        json: { plants: [{ name: "Rosa", place: { country: "FR" } }, { name: "Rubus" }], total: 2 },
      },
    },
  ],
  expect: {
    data: {
      plants: [
        { name: "Rosa", origin: "FR" },
        { name: "Rubus", origin: null },
      ],
      has_more: false,
    },
  },
};

export const emptyCase = {
  ...goodCase,
  kind: "empty",
  title: "a family without plants",
  exchanges: [{ request: { url }, answer: { json: { plants: [] } } }],
  expect: { data: { plants: [], has_more: false } },
};

export const failureCase = {
  ...goodCase,
  kind: "failure",
  title: "a family that is not there",
  exchanges: [{ request: { url }, answer: { status: 404, text: "no" } }],
  expect: { error: { code: "INVALID_PARAMS", message_contains: "no family 'rosaceae'" } },
};

/** The sample site's folder with its cases. */
export const plantCases: Files = {
  ...plantFiles,
  "plants/cases/list_plants.good.json": goodCase,
  "plants/cases/list_plants.empty.json": emptyCase,
  "plants/cases/list_plants.failure.json": failureCase,
};
