package tornwrite

import (
	"encoding/json"
	"os"
)

// A Ledger keeps the path that it was opened with.
type Ledger struct {
	path string
	data map[string]string
}

func OpenLedger(dir string) (*Ledger, error) {
	path := dir + "/ledger.json"
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	l := &Ledger{path: path}
	return l, json.Unmarshal(data, &l.data)
}

func (l *Ledger) Put(key, value string) error {
	l.data[key] = value
	data, err := json.Marshal(l.data)
	if err != nil {
		return err
	}
	return os.WriteFile(l.path, data, 0o600) // want `a kill during the write leaves l.path empty or truncated, and OpenLedger reads it after the restart: os.WriteFile overwrites it in place`
}
