package uncancellablesleep

import (
	"context"
	"os"
	"sync"
	"time"
)

// The file is open and the lock is held when the pause ends the function.
func follow(ctx context.Context, mu *sync.Mutex, file *os.File) error {
	mu.Lock()
	for {
		if err := call(ctx); err == nil {
			break
		}
		time.Sleep(time.Second) // want `time.Sleep in the loop at line 13 goes on after ctx has ended`
	}
	mu.Unlock()
	file.Close()
	return nil
}
