package secondconnection

// Nope. One statement does it.
func (s *store) prune() error {
	_, err := s.db.Exec("DELETE FROM jobs")
	return err
}
