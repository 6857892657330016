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
