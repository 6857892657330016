package main

import (
	"log"
	"os"
	"regexp"

	"example.com/pidfile"
)

// A PID file that stays behind names a process that is gone.
func numbered(path, dir string) {
	own, err := pidfile.Write(path)
	if err != nil {
		log.Fatal(err)
	}
	defer own.Remove()
	if err := os.Chdir(dir); err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred own\.Remove \(line \d+\)`
	}
	log.Print("ready")
}

// The pattern is the program's own: it is wrong each time, or never.
func matching(path string) *regexp.Regexp {
	f, err := os.Create(path)
	if err != nil {
		log.Fatal(err)
	}
	defer os.Remove(path)
	defer f.Close()
	if _, err := f.WriteString("busy"); err != nil {
		log.Print(err)
	}
	pattern, err := regexp.Compile(`^[a-z]+$`)
	if err != nil {
		log.Fatal(err) // want `log\.Fatal skips the deferred f\.Close \(line \d+\) and 1 more`
	}
	return pattern
}
