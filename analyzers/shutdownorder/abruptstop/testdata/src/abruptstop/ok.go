package abruptstop

import "net/http"

// Nothing asks for the end of the program here.
func replace(old, srv *http.Server) error {
	if err := old.Close(); err != nil {
		return err
	}
	return srv.ListenAndServe()
}

// The server has failed.
func (s *site) Start() error {
	err := s.srv.ListenAndServe()
	if err != nil {
		s.srv.Close()
	}
	return err
}
