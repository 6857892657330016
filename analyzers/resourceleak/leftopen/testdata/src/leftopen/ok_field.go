package leftopen

import "io"

// A deferred call closes it.
func copyOne(id int) ([]byte, error) {
	a := &attachment{ID: id}
	if err := a.Load(); err != nil {
		return nil, err
	}
	defer func() { _ = a.File.Close() }()
	return io.ReadAll(a.File)
}

// It is closed before the error is tested.
func copyClosed(id int) ([]byte, error) {
	a := &attachment{ID: id}
	if err := a.Load(); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(a.File)
	a.File.Close()
	if err != nil {
		return nil, err
	}
	return data, nil
}

// The caller has it.
func copyPassed(a *attachment) ([]byte, error) {
	if err := a.Load(); err != nil {
		return nil, err
	}
	data, err := io.ReadAll(a.File)
	if err != nil {
		return nil, err
	}
	a.File.Close()
	return data, nil
}
