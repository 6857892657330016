package tornwrite_stdlib

import (
	"encoding/json"
	"os"
)

// The error is looked at elsewhere.
func (s *state) Clear() (err error) {
	clear(s.Users)
	data, _ := json.Marshal(s)
	err = os.WriteFile(s.path, data, 0o600) // want `os.WriteFile overwrites it in place`
	return err
}
