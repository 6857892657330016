package tornwrite_callers

import (
	"encoding/json"
	"os"
)

type config struct{ path string }

func (c *config) Load() error {
	data, err := os.ReadFile(c.path)
	if err != nil {
		return err
	}
	return json.Unmarshal(data, c)
}

// Nothing shows that the program keeps running.
func (c *config) Save() error {
	data, err := json.Marshal(c)
	if err != nil {
		return err
	}
	return os.WriteFile(c.path, data, 0o600) // want `low confidence: the function is meant to do so`
}
