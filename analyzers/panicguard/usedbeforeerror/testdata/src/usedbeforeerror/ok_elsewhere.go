package usedbeforeerror

import "example.com/health"

// Silent: the function of the other package returns a status beside its error.
func refreshed(name string) (string, string) {
	s, err := health.Refresh(name)
	shown := s.Name
	if err != nil {
		return shown, err.Error()
	}
	return shown, ""
}
