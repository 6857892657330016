// Command docs writes the generated documents. Run it from the repository's root:
//
//	go run ./internal/tools/docs
package main

import (
	"log"
	"os"
	"path/filepath"

	"github.com/lifecyclelint/lifecyclelint/internal/docgen"
)

func main() {
	log.SetFlags(0)
	files, err := docgen.Files()
	if err != nil {
		log.Fatal(err)
	}
	for name, content := range files {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			log.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
			log.Fatal(err)
		}
	}
}
