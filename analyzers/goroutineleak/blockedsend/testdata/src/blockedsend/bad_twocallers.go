package blockedsend

import "errors"

type replica interface {
	Get(key string) (string, error)
}

// firstMirror leaves with the first answer; allMirrors has the same senders, and receives from its own channels in a helper.
func firstMirror(mirrors []replica, key string) (string, error) {
	found := make(chan string)
	failed := make(chan error)
	for _, m := range mirrors {
		go askMirror(m, key, found, failed)
	}
	var errs []error
	for range mirrors {
		select {
		case err := <-failed:
			errs = append(errs, err)
		case text := <-found:
			return text, nil
		}
	}
	return "", errors.Join(errs...)
}

func allMirrors(mirrors []replica, key string) (list []string) {
	found := make(chan string)
	failed := make(chan error)
	for _, m := range mirrors {
		go askMirror(m, key, found, failed)
	}
	for range mirrors {
		if text, err := nextMirror(found, failed); err == nil {
			list = append(list, text)
		}
	}
	return list
}

func nextMirror(found chan string, failed chan error) (string, error) {
	select {
	case err := <-failed:
		return "", err
	case text := <-found:
		return text, nil
	}
}

func askMirror(m replica, key string, found chan<- string, failed chan<- error) {
	text, err := m.Get(key)
	if err != nil {
		failed <- err // want `send on failed blocks forever when firstMirror returns at line 22`
		return
	}
	found <- text // want `send on found blocks forever when firstMirror returns at line 22`
}
