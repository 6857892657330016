package main

import (
	"bufio"
	"fmt"
	"log"
	"os"

	"example.com/store"
)

func main() {
	s, err := store.Open("x")
	if err != nil {
		fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	defer s.Close()
	_ = s.Put("a", "b")
	if err := s.Put("k", "v"); err != nil {
		log.Fatalf("put: %v", err) // want `log\.Fatalf skips the deferred s\.Close \(line \d+\) and 1 more`
	}
	fmt.Fprintln(out, "done")
	os.Exit(0)
}

func fatal(err error) { _ = err }
