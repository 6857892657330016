package lifecycletest

import (
	"regexp"
	"runtime"
	"strconv"
	"strings"
)

// goroutine is one paragraph of what runtime.Stack prints.
type goroutine struct {
	id, creator int
	leaked      bool // blocked forever: found by the goroutineleak profile
	stack       string
}

var (
	headerRE  = regexp.MustCompile(`^goroutine (\d+) [^\[]*\[([^\]]*)\]:`)
	creatorRE = regexp.MustCompile(`(?m)^created by .* in goroutine (\d+)$`)
)

// snapshot returns all goroutines by ID.
func snapshot() map[int]goroutine {
	all := map[int]goroutine{}
	for _, stack := range strings.Split(stacks(true), "\n\n") {
		if g, ok := parse(stack); ok {
			all[g.id] = g
		}
	}
	return all
}

func currentID() int {
	g, _ := parse(stacks(false))
	return g.id
}

func stacks(all bool) string {
	buf := make([]byte, 64<<10)
	for {
		n := runtime.Stack(buf, all)
		if n < len(buf) {
			return string(buf[:n])
		}
		buf = make([]byte, 2*len(buf))
	}
}

func parse(stack string) (goroutine, bool) {
	header := headerRE.FindStringSubmatch(stack)
	if header == nil {
		return goroutine{}, false
	}
	g := goroutine{stack: strings.TrimSpace(stack), leaked: strings.Contains(header[2], "leaked")}
	g.id, _ = strconv.Atoi(header[1]) // digits
	if creator := creatorRE.FindStringSubmatch(stack); creator != nil {
		g.creator, _ = strconv.Atoi(creator[1])
	}
	return g, true
}

// test reports whether g runs a test: not if it waits for its turn, or is over
// and has only to tell its parent.
func (g goroutine) test() bool {
	in := func(function string) bool { return strings.Contains(g.stack, "\n"+function+"(") }
	over := in("testing.tRunner.func1") && !in("testing.(*common).runCleanup")
	return in("testing.tRunner") && !in("testing.(*T).Parallel") && !over
}

// infrastructure reports whether g belongs to the runtime or to package testing.
func (g goroutine) infrastructure() bool {
	return strings.Contains(g.stack, "\nos/signal.loop(") || strings.Contains(g.stack, "\ntesting.tRunner(")
}
