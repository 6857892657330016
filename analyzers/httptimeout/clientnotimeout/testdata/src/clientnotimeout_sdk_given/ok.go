package clientnotimeout_sdk_given

import (
	"net/http"

	"github.com/radio/radio"
)

// Silent: no request is sent.
func name() string { return radio.New(&radio.Options{HTTPClient: &http.Client{}}).Name() }
