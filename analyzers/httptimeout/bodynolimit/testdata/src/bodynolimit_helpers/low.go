package bodynolimit_helpers

import (
	"encoding/json"
	"io"
	"net/http"
)

type beat struct{ Entity string }

// ParseBeats is called by the handlers of another package.
func ParseBeats(r *http.Request) ([]beat, error) {
	if beats, err := parseAll(r); err == nil {
		return beats, nil
	}
	return nil, io.ErrUnexpectedEOF
}

func parseAll(r *http.Request) (beats []beat, err error) {
	body, err := io.ReadAll(r.Body) // want `one request can exhaust the memory: io.ReadAll reads r.Body to the end`
	if err != nil {
		return nil, err
	}
	err = json.Unmarshal(body, &beats)
	return beats, err
}
