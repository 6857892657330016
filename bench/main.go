//go:build unix

// Command bench compares lifecyclelint with other tools on the same packages, in
// one run: time and peak memory, cold and warm, as medians and as ratios to a
// tool that builds SSA and looks for nothing.
//
//	GOWORK=off go run ./bench -dir ../some/service -n 5 [-before FILE] [-staticcheck FILE] [-golangci FILE]
//
// Cold means that the packages and their dependencies are compiled and that the
// tool has seen none of them; warm is the same call again.
package main

import (
	"flag"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"
)

func main() {
	var dir, patterns string
	var o others
	var n int
	flag.StringVar(&dir, "dir", ".", "module to analyze")
	flag.StringVar(&patterns, "packages", "./...", "packages to analyze, with spaces between them")
	flag.StringVar(&o.before, "before", "", "another build of lifecyclelint to compare with")
	flag.StringVar(&o.staticcheck, "staticcheck", "", "a staticcheck to compare with")
	flag.StringVar(&o.golangci, "golangci", "", "a golangci-lint to compare with, its standard set")
	flag.IntVar(&n, "n", 5, "repetitions")
	flag.Parse()
	if err := bench(dir, strings.Fields(patterns), n, o); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

func bench(dir string, patterns []string, n int, o others) error {
	work, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	b := &bencher{dir: dir, patterns: patterns, work: work}
	tools, err := b.tools(o)
	if err != nil {
		return err
	}
	if err := b.compile(); err != nil {
		return err
	}
	cold, warm := make(map[string][]cost), make(map[string][]cost)
	for i := range n {
		for _, t := range tools { // interleaved, so that a busy minute hits all
			c, w, err := b.measure(t, i)
			if err != nil {
				return fmt.Errorf("%s: %w", t.name, err)
			}
			cold[t.name], warm[t.name] = append(cold[t.name], c), append(warm[t.name], w)
		}
	}
	report(tools, cold, warm, n)
	return nil
}

// A cost is what one run took. Memory is that of the largest process.
type cost struct {
	time time.Duration
	peak int64 // bytes
}

func report(tools []tool, cold, warm map[string][]cost, n int) {
	floorCold, floorWarm := median(cold["floor"]), median(warm["floor"])
	fmt.Printf("Medians of %d runs; ratios to the floor in parentheses.\n\n", n)
	fmt.Println("| Tool | Cold | Warm | Peak memory of a process, cold |\n| --- | --- | --- | --- |")
	for _, t := range tools {
		c, w := median(cold[t.name]), median(warm[t.name])
		fmt.Printf("| %s | %.2f s (%.2f) | %.2f s (%.2f) | %d MB (%.2f) |\n", t.name,
			c.time.Seconds(), ratio(c.time, floorCold.time), w.time.Seconds(), ratio(w.time, floorWarm.time),
			c.peak>>20, float64(c.peak)/float64(floorCold.peak))
	}
}

func ratio(a, b time.Duration) float64 { return a.Seconds() / b.Seconds() }

// median takes time and memory each by itself.
func median(list []cost) cost {
	times, peaks := make([]time.Duration, len(list)), make([]int64, len(list))
	for i, c := range list {
		times[i], peaks[i] = c.time, c.peak
	}
	slices.Sort(times)
	slices.Sort(peaks)
	return cost{times[len(times)/2], peaks[len(peaks)/2]}
}
