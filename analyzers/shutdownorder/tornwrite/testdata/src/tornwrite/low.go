package tornwrite

import (
	"encoding/json"
	"os"
)

type blob struct{ path, cacheFile string }

// What is read is not seen to be parsed.
func (b *blob) Get() ([]byte, error) { return os.ReadFile(b.path) }

func (b *blob) Put(data []byte) error {
	return os.WriteFile(b.path, data, 0o600) // want `low confidence: what is read is not seen to be parsed`
}

// A cache by its name.
func (b *blob) loadCache() (m map[string]string) {
	data, _ := os.ReadFile(b.cacheFile)
	json.Unmarshal(data, &m)
	return m
}

func (b *blob) Store(m map[string]string) error {
	data, err := json.Marshal(m)
	if err != nil {
		return err
	}
	return os.WriteFile(b.cacheFile, data, 0o600) // want `low confidence: it is a cache by its name`
}

const versionFile = "version.json"

// It is written when the program starts.
func upgrade() error {
	var version int
	data, err := os.ReadFile(versionFile)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, &version); err != nil {
		return err
	}
	data, err = json.Marshal(version + 1)
	if err != nil {
		return err
	}
	return os.WriteFile(versionFile, data, 0o600) // want `low confidence: it runs before the program serves`
}

func init() { upgrade() }
