package lifecycle

const childEnv = "LIFECYCLE_TEST_CHILD"
func runChild(string) int { return 0 }
