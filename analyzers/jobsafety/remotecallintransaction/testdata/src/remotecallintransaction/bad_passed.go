package remotecallintransaction

import (
	"context"
	"database/sql"
	"net/http"

	"example.com/xdb"
	"gorm.io/gorm"
	"xorm.io/xorm"
)

type webhooks struct {
	db     *gorm.DB
	client *http.Client
}

// The function is passed the transaction, and reported; its caller is not.
func (b *billing) settle(ctx context.Context, id int64, customer string) error {
	tx, err := b.db.BeginTx(ctx, nil)
	if err != nil {
		return b.mail.Send(ctx, customer)
	}
	defer tx.Rollback()
	if err := b.tell(ctx, tx, customer); err != nil {
		return err
	}
	return tx.Commit()
}

func (b *billing) tell(ctx context.Context, tx *sql.Tx, customer string) error {
	if _, err := tx.ExecContext(ctx, `UPDATE invoices SET told = now()`); err != nil {
		return err
	}
	return b.mail.Send(ctx, customer) // want `b.mail.Send runs in the transaction that the function is passed`
}

// A function of another package begins it, a deferred call ends it.
func (w *webhooks) deliver(id int64) error {
	s := xdb.NewSession()
	defer s.Close()
	if _, err := s.Get(&id); err != nil {
		return err
	}
	return w.post("a") // want `w.post runs in the transaction of xdb.NewSession \(line 40\)`
}

func (w *webhooks) post(to string) error {
	resp, err := w.client.Post("http://hooks/"+to, "", nil)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// A caller passes a session that has begun one.
func (w *webhooks) login(id int64) error {
	s := xdb.NewSession()
	defer s.Close()
	if err := w.resolve(s, id); err != nil {
		return err
	}
	return s.Commit()
}

func (w *webhooks) resolve(s *xorm.Session, id int64) error {
	if _, err := s.Update(&id); err != nil {
		return err
	}
	return w.post("b") // want `w.post runs in the transaction that the function is passed`
}

// The session begins it itself.
func (w *webhooks) itself(e *xorm.Engine) error {
	s := e.NewSession()
	defer s.Close()
	if err := s.Begin(); err != nil {
		return w.post("c")
	}
	if err := w.post("d"); err != nil { // want `w.post runs in the transaction of s.Begin`
		return err
	}
	return s.Commit()
}

func (w *webhooks) literal(id int64) error {
	return w.db.Transaction(func(tx *gorm.DB) error {
		if err := tx.Create(&id).Error; err != nil {
			return err
		}
		return w.post("e") // want `w.post runs in the transaction of w.db.Transaction`
	})
}

// The client sends its file as slowly as it likes.
func upload(w http.ResponseWriter, r *http.Request) {
	s := xdb.NewSession()
	defer s.Close()
	if _, _, err := r.FormFile("avatar"); err != nil { // want `until the client has sent its request: r.FormFile runs in the transaction of xdb.NewSession`
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	_ = s.Commit()
}
