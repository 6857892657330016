package main

import (
	"bufio"
	"log"
	"os"
)

// The file is behind a writer that keeps what is written.
func buffered(lines []string) error {
	f, err := os.Create("report")
	if err != nil {
		return err
	}
	defer f.Close()
	w := bufio.NewWriter(f)
	for _, line := range lines {
		if _, err := w.WriteString(line); err != nil {
			log.Fatal(err) // want `log\.Fatal skips the deferred f\.Close \(line \d+\)`
		}
	}
	return w.Flush()
}
