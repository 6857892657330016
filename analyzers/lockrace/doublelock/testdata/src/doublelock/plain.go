package doublelock

import "mime"

// What is called of another package cannot get to what the lock guards.
func (s *Store) resolve(text string) (int, error) {
	s.rw.RLock()
	defer s.rw.RUnlock()

	media, _, err := mime.ParseMediaType(text)
	if err == nil && media != "" {
		return s.Sum(), nil // want `recursive RLock: a waiting writer deadlocks both; s\.Sum acquires s\.rw, held since line \d+`
	}
	return 0, err
}
