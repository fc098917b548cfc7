export default {
  "board.title": "Leaderboard",
} as const;
