package rates

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"os"
)

// Table holds prices by product.
type Table struct{ prices map[string]int }

// Reload replaces the prices.
func (t *Table) Reload(path string) error {
	f, err := os.Open(path)
	if err != nil {
		log.Fatalf("open %s: %v", path, err) // want `callers of Reload cannot handle the error, and what they have begun is lost: log\.Fatalf ends the process, although Reload returns errors`
	}
	defer f.Close()
	if err := json.NewDecoder(f).Decode(&t.prices); err != nil {
		return fmt.Errorf("decode %s: %w", path, err)
	}
	return nil
}

// Export writes the prices.
func (t *Table) Export(w io.Writer) error {
	err := json.NewEncoder(w).Encode(t.prices)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1) // want `callers of Export cannot handle the error`
	}
	return nil
}

// Count has two results.
func (t *Table) Count(r io.Reader) (int, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		log.Fatal(err) // want `callers of Count cannot handle the error`
	}
	return len(data), nil
}

// Lines returns the error after the exit.
func (t *Table) Lines(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(r)
	if err != nil {
		log.Fatalf("read: %v", err) // want `callers of Lines cannot handle the error`
		return nil, err
	}
	return data, nil
}
