package cancelledctxcleanup

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

type orders struct{ db *sql.DB }

func (o *orders) reserve(ctx context.Context, id string) error {
	_, err := o.db.ExecContext(ctx, "UPDATE stock SET reserved = reserved + 1 WHERE id = $1", id)
	return err
}

func (o *orders) rollback(ctx context.Context, id string) error {
	_, err := o.db.ExecContext(ctx, "UPDATE stock SET reserved = reserved - 1 WHERE id = $1", id)
	return err
}

func (o *orders) order(parent context.Context, id string) error {
	ctx, cancel := context.WithTimeout(parent, 5*time.Second)
	defer cancel()
	if err := o.reserve(ctx, id); err != nil {
		return errors.Join(err, o.rollback(ctx, id)) // want `what was done stays half done: o\.rollback is passed ctx, whose end may be why o\.reserve has failed \(line 25\)`
	}
	return nil
}

func (o *orders) orderGiven(ctx context.Context, id string) error {
	err := o.reserve(ctx, id)
	if err != nil {
		o.rollback(ctx, id) // want `what was done stays half done`
		return err
	}
	return nil
}

func (o *orders) orderDetached(ctx context.Context, id string) error {
	if err := o.reserve(ctx, id); err != nil {
		end, cancel := context.WithTimeout(context.WithoutCancel(ctx), time.Second)
		defer cancel()
		return errors.Join(err, o.rollback(end, id))
	}
	return nil
}

// The order is taken back for another reason.
func (o *orders) orderOther(ctx context.Context, id string, valid func() error) error {
	if err := o.reserve(ctx, id); err != nil {
		return err
	}
	if err := valid(); err != nil {
		return errors.Join(err, o.rollback(ctx, id))
	}
	return nil
}

type drafts interface {
	Open(ctx context.Context, name string) (string, error)
	Append(ctx context.Context, id string, page []byte) error
	Publish(ctx context.Context, id string) error
	Abort(ctx context.Context, id string) error
	Delete(ctx context.Context, id string) error
	Ping(ctx context.Context) error
}

type editor struct{ drafts drafts }

func (e *editor) publish(ctx context.Context, name string, pages [][]byte) (err error) {
	id, err := e.drafts.Open(ctx, name)
	if err != nil {
		return err
	}
	defer func() {
		if err == nil {
			return
		}
		if aerr := e.drafts.Abort(ctx, id); aerr != nil { // want `what was done stays half done: e\.drafts\.Abort is passed ctx, whose end may be why e\.drafts\.Publish has failed`
			err = errors.Join(err, aerr)
		}
	}()
	for _, page := range pages {
		if err := e.drafts.Append(ctx, id, page); err != nil {
			return err
		}
	}
	return e.drafts.Publish(ctx, id)
}

func (e *editor) draft(ctx context.Context, name string, page []byte) (err error) {
	id, err := e.drafts.Open(ctx, name)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = e.drafts.Delete(ctx, id) // want `what was done stays half done: e\.drafts\.Delete is passed ctx`
		}
	}()
	return e.drafts.Append(ctx, id, page)
}

func (e *editor) draftNow(ctx context.Context, name string, page []byte) error {
	id, err := e.drafts.Open(ctx, name)
	if err != nil {
		return err
	}
	if err := e.drafts.Append(ctx, id, page); err != nil {
		_ = e.drafts.Delete(ctx, id) // want `what was done stays half done: e\.drafts\.Delete is passed ctx`
		return err
	}
	return nil
}

// Nothing was made that would have to go.
func (e *editor) drop(ctx context.Context, id string) error {
	if err := e.drafts.Ping(ctx); err != nil {
		return e.drafts.Delete(ctx, id)
	}
	return nil
}

// What fails after the defer has no context.
func (e *editor) parse(ctx context.Context, name string, parse func() error) (err error) {
	id, err := e.drafts.Open(ctx, name)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			_ = e.drafts.Abort(ctx, id)
		}
	}()
	return parse()
}
