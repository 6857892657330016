// Command concat writes the lines of all logs.
package main

import (
	"io"
	"log"
	"os"
	"path/filepath"
)

// main calls concat once, with any number of files.
func concat(dst io.Writer, paths []string) error {
	for _, path := range paths {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close() // want `f.Close runs when the function returns`
		if _, err := io.Copy(dst, f); err != nil {
			return err
		}
	}
	return nil
}

func main() {
	paths, err := filepath.Glob("/var/log/app/*.log")
	if err != nil {
		log.Fatal(err)
	}
	if err := concat(os.Stdout, paths); err != nil {
		log.Fatal(err)
	}
}
