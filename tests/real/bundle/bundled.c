int bundled_answer(void) { return 42; }
