package blockedsend

import "os"

// How many may run at a time is configured, and never none.
type limitedFiles struct{ slots chan struct{} }

func newLimitedFiles(limit int) *limitedFiles {
	return &limitedFiles{slots: make(chan struct{}, limit)}
}

func (f *limitedFiles) Remove(path string) error {
	f.slots <- struct{}{}
	defer func() { <-f.slots }()
	return os.Remove(path)
}
