package abruptstop

import "net/http"

type site struct{ srv *http.Server }

// Close may be meant to do so.
func (s *site) Close() error {
	return s.srv.Close() // want `s\.srv\.Close closes their connections`
}
