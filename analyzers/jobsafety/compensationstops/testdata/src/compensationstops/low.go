package compensationstops

type migration interface{ Rollback() error }

// Migrations must not go on.
func down(list []migration) error {
	for _, m := range list {
		if err := m.Rollback(); err != nil { // want `the loop ends at the first error of m.Rollback`
			return err
		}
	}
	return nil
}

type schema struct{ apply func(name string) error }

// Migrations of another name.
func (s *schema) rollbackTo(names []string) error {
	for _, n := range names {
		if err := s.apply(n); err != nil { // want `the loop ends at the first error of s.apply`
			return err
		}
	}
	return nil
}
