package waitunderlock

// All calls wait, and take turns.
type freshOnly struct{ forecast }

func (f *freshOnly) Fresh(url string) ([]byte, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	text, err := f.load(url)
	if err != nil {
		return nil, err
	}
	return text, nil
}
