// Command leaks runs one case, gives its goroutines a time to end, and prints
// how many it leaves behind: those that the runtime's leak profile proves stuck,
// and those that are still alive after the process-wide shutdown.
package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/lifecycle"

	"leaks/cases"
)

func main() {
	fn := cases.All[os.Args[1]]
	patience, err := time.ParseDuration(os.Args[2])
	if fn == nil || err != nil {
		fmt.Println("no such case, or no such time", err)
		os.Exit(2)
	}
	returned := make(chan struct{})
	go func() {
		defer close(returned)
		fn()
	}()
	select {
	case <-returned:
	case <-time.After(time.Second): // the case itself is stuck
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	_ = lifecycle.Shutdown(ctx)
	stuck, alive := 0, 0
	for late := time.Now().Add(patience); time.Now().Before(late); { // whoever can end, ends meanwhile
		time.Sleep(10 * time.Millisecond)
		if alive = runtime.NumGoroutine() - 1; alive == 0 {
			break
		}
	}
	if alive > 0 {
		stuck = leaked()
	}
	fmt.Println(stuck, alive)
}

// leaked returns the number of goroutines in the leak profile.
func leaked() int {
	var buf bytes.Buffer
	if err := pprof.Lookup("goroutineleak").WriteTo(&buf, 1); err != nil {
		fmt.Println(err)
		os.Exit(2)
	}
	n := 0
	line, _, _ := strings.Cut(buf.String(), "\n")
	if _, err := fmt.Sscanf(line, "goroutineleak profile: total %d", &n); err != nil {
		fmt.Println(line, err)
		os.Exit(2)
	}
	return n
}
