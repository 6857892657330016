// Package errorreporting collects errors for the operators.
package errorreporting

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"
)

var (
	mu   sync.Mutex
	sink *os.File
)

// Open appends reports to the file at path, or drops them if path is empty.
func Open(path string) error {
	if path == "" {
		return nil
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open error report: %w", err)
	}
	mu.Lock()
	defer mu.Unlock()
	sink = f
	return nil
}

// Report records err together with the component it came from.
func Report(component string, err error) error {
	mu.Lock()
	defer mu.Unlock()
	if sink == nil {
		return nil
	}
	return json.NewEncoder(sink).Encode(map[string]any{
		"time": time.Now(), "component": component, "error": err.Error(),
	})
}

// Close flushes the reports. Later ones are dropped.
func Close() error {
	mu.Lock()
	defer mu.Unlock()
	if sink == nil {
		return nil
	}
	err := errors.Join(sink.Sync(), sink.Close())
	sink = nil
	return err
}
