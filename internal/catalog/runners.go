package catalog

// Runners run a service: they call the methods Before of argument Arg, wait for
// the signals from argument Signals on, SIGINT and SIGTERM without any, and call
// the methods After.
var Runners = map[string]struct {
	Arg, Signals  int
	Before, After []string
}{
	"github.com/judwhite/go-svc.Run": {0, 1, []string{"Init", "Start"}, []string{"Stop"}},
}
