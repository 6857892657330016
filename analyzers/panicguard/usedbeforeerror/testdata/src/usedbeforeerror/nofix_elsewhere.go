package usedbeforeerror

import "example.com/health"

func found(name string) (string, string) {
	s, err := health.Find(name)
	shown := s.Name // want `panic where health.Find fails: s is nil then`
	if err != nil {
		return shown, err.Error()
	}
	return shown, ""
}
