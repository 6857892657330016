package wrongerrortested

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
)

// The first error is kept.
func closeAfter(f *os.File, text string) (err error) {
	_, err = f.WriteString(text)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	return err
}

// The branch is about both.
func rollback(tx *sql.Tx, err error) error {
	if errRollback := tx.Rollback(); err != nil {
		return errors.Join(err, errRollback)
	}
	return nil
}

// The error is tested, too.
func both(f *os.File, err error) error {
	closeErr := f.Close()
	if err != nil {
		return fmt.Errorf("write: %w (close: %v)", err, closeErr)
	}
	if closeErr != nil {
		return closeErr
	}
	return nil
}

// The error is returned behind the branch.
func last(f *os.File, err error) error {
	closeErr := f.Close()
	if err != nil {
		return err
	}
	return closeErr
}
